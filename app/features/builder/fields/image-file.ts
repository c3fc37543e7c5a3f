import { builderFieldMessages } from '#content/messages/builder-fields.ts';
import { pageRuleMessages } from '#content/messages/page-rules.ts';
import { toErrorBody, AppError, type ErrorCode } from '#domain/errors.ts';
import { LOGO_TYPES, MAX_IMAGE_BYTES, MAX_SVG_BYTES, PRODUCT_IMAGE_TYPES, type ImageUse } from '#domain/image.ts';

/** Formats a file size: `41 kB`, `1.3 MB`. */
export function formatFileSize(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024));
  return kilobytes < 1000 ? `${kilobytes} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

export type ErrorToast = { title: string; message: string };

const RULES: Record<ImageUse, { size: ErrorCode; type: ErrorCode; types: readonly string[] }> = {
  product: { size: 'image_too_large', type: 'image_type', types: PRODUCT_IMAGE_TYPES },
  logo: { size: 'logo_too_large', type: 'logo_type', types: LOGO_TYPES },
};

/** Returns title and message of an error code; the title defaults to that of a failed upload. */
export function getImageErrorToast(code: ErrorCode): ErrorToast {
  const { title, message } = toErrorBody(new AppError(code), builderFieldMessages.image.uploadFailed).error;
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
  const { size, type, types } = RULES[use];
  if (file.size > MAX_IMAGE_BYTES) return getImageErrorToast(size);
  if (!types.includes(file.type)) return getImageErrorToast(type);
  if (file.type === 'image/svg+xml' && file.size > MAX_SVG_BYTES)
    return { ...getImageErrorToast(size), message: pageRuleMessages.images.svgTooLarge };
  if (!hasMismatchedExtension(file)) return null;
  return {
    title: getImageErrorToast(type).title,
    message: builderFieldMessages.image.extensionMismatch,
  };
}

/** Returns the `accept` attribute of the file input. */
export const getAcceptedTypes = (use: ImageUse): string => RULES[use].types.join(',');
