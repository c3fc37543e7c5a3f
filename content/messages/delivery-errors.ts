/** Why a request about a file is refused, where the general message of the error would be wrong. */
export const deliveryErrorMessages = {
  scanning: 'This file is being checked for viruses. Try again in a few minutes.',
  uploadOffset: 'Must be the number of bytes that the upload has received.',
  pageSuspended: 'Downloads from this page are paused.',
};
