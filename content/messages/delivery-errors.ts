/** Why a request about a file is refused, where the general message of the error would be wrong. */
export const deliveryErrorMessages = {
  scanning: 'This file is being checked for viruses. Try again in a few minutes.',
  uploadOffset: 'Must equal the number of bytes received so far.',
  pageSuspended: 'Downloads from this page are paused.',
};
