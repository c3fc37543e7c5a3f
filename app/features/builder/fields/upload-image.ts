import { readAsDataUrl } from '#app/lib/data-url.ts';
import { formatErrorToast } from '#app/lib/error-message.ts';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { builderFieldMessages } from '#content/messages/builder-fields.ts';
import { pageRuleMessages } from '#content/messages/page-rules.ts';
import { AppError, type ErrorCode, toErrorBody } from '#domain/errors.ts';
import { type ImageUse, MAX_IMAGE_BYTES, MAX_SVG_BYTES } from '#domain/image.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';

import { ACCEPTED_TYPES } from './image-field.tsx';

const messages = builderFieldMessages.image;

type ErrorToast = { title: string; message: string };

const ERROR_CODES: Record<ImageUse, { size: ErrorCode; type: ErrorCode }> = {
  product: { size: 'image_too_large', type: 'image_type' },
  logo: { size: 'logo_too_large', type: 'logo_type' },
  extra: { size: 'image_too_large', type: 'image_type' },
};

/** Returns title and message of an error code; the title defaults to that of a failed upload. */
export function getImageErrorToast(code: ErrorCode): ErrorToast {
  const { title, message } = toErrorBody(new AppError(code), messages.uploadFailed).error;
  return { title, message };
}

/** File name extensions of each media type. */
const EXTENSIONS: Record<string, readonly string[]> = {
  'image/jpeg': ['jpg', 'jpeg', 'jfif', 'pjpeg', 'pjp'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/svg+xml': ['svg'],
  'image/gif': ['gif'],
  'image/avif': ['avif'],
  'image/tiff': ['tif', 'tiff'],
};

/** Pasted files may have no name, and some phones omit the extension: neither counts as a mismatch. */
function hasMismatchedExtension({ name, type }: { name: string; type: string }): boolean {
  const extension = /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase();
  return extension !== undefined && EXTENSIONS[type]?.includes(extension) !== true;
}

/** Returns why a selected file is rejected before upload; null if it is valid. */
export function validateImageFile(
  file: { name: string; size: number; type: string },
  use: ImageUse,
): ErrorToast | null {
  const { size, type } = ERROR_CODES[use];
  if (file.size > MAX_IMAGE_BYTES) return getImageErrorToast(size);
  if (!ACCEPTED_TYPES[use].includes(file.type)) return getImageErrorToast(type);
  if (file.type === 'image/svg+xml' && file.size > MAX_SVG_BYTES)
    return { ...getImageErrorToast(size), message: pageRuleMessages.images.svgTooLarge };
  if (!hasMismatchedExtension(file)) return null;
  return {
    title: getImageErrorToast(type).title,
    message: messages.extensionMismatch,
  };
}

export type UploadedImage = RpcContract['upload-image']['response'] & { name: string };

/** Validates and uploads a file; returns the image, or why it is refused. */
export async function uploadImage(file: File, use: ImageUse): Promise<UploadedImage | ErrorToast> {
  const fileError = validateImageFile(file, use);
  if (fileError) return fileError;
  const image = await readAsDataUrl(file).catch(() => null);
  if (image === null) return getImageErrorToast('image_unreadable');
  try {
    return { ...(await callRpc('upload-image', { image, use })), name: file.name };
  } catch (error) {
    return formatErrorToast(error, messages.uploadFailed);
  }
}
