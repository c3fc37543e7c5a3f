/** Why a buyer does not get a file, where the general message of the error would be wrong. */
export const deliveryErrorMessages = {
  noFile: 'The seller hasn’t added this file yet. Contact the seller.',
  scanning: 'This file is being checked for viruses. Try again in a few minutes.',
  refused: 'This file didn’t pass the virus scan. Contact the seller.',
  uploadOffset: 'Must equal the number of bytes received so far.',
  pageSuspended: 'Downloads from this page are paused.',
};
