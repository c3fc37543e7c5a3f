import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';

import type { S3Client } from '@aws-sdk/client-s3';

import type { FilesConfig } from '#server/core/config.ts';

import { contentDisposition } from './content-disposition.ts';
import { contentPath, isSha256 } from './content-path.ts';
import type { FileStore } from './file-store.ts';

type Bucket = NonNullable<FilesConfig['s3']>;

const LINK_SECONDS = 300;
const PREFIX = 'files/';

const ignore = (): void => undefined;
/** The app logs errors itself, in its own format. */
const SILENT_LOGGER = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };

/** Loads the client when it is first used, because most installations need none. */
async function loadClient({ endpoint, region, accessKeyId, secretAccessKey }: Bucket) {
  const [s3, { getSignedUrl }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/s3-request-presigner'),
  ]);
  const client: S3Client = new s3.S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    // Other providers than Amazon do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    logger: SILENT_LOGGER,
  });
  return { client, s3, getSignedUrl };
}

const isNotFound = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotFound' || error.name === 'NoSuchKey');

const nullIfNotFound = (error: unknown): null => {
  if (isNotFound(error)) return null;
  throw error;
};

/** Stores contents in a bucket, as `files/<first two digits>/<sha256>`. */
export function createS3Store(bucket: Bucket): FileStore {
  let loading: ReturnType<typeof loadClient> | null = null;
  const load = () => (loading ??= loadClient(bucket));
  const objectOf = (sha256: string) => ({ Bucket: bucket.bucket, Key: PREFIX + contentPath(sha256) });

  const findSize = async (sha256: string): Promise<number | null> => {
    const { client, s3 } = await load();
    const head = await client.send(new s3.HeadObjectCommand(objectOf(sha256))).catch(nullIfNotFound);
    return head && (head.ContentLength ?? 0);
  };

  return {
    put: async (sha256, path) => {
      const { size } = await stat(path);
      if ((await findSize(sha256)) === size) return;
      const { client, s3 } = await load();
      const ChecksumSHA256 = Buffer.from(sha256, 'hex').toString('base64');
      const Body = createReadStream(path);
      const command = new s3.PutObjectCommand({ ...objectOf(sha256), Body, ContentLength: size, ChecksumSHA256 });
      // The client does not close the file when the request fails.
      await client.send(command).finally(() => Body.destroy());
    },
    open: async (sha256, range) => {
      const { client, s3 } = await load();
      const Range = range && `bytes=${range.start}-${range.end}`;
      const object = await client.send(new s3.GetObjectCommand({ ...objectOf(sha256), Range })).catch(nullIfNotFound);
      // In Node, the body is always a readable stream.
      return (object?.Body as Readable | undefined) ?? null;
    },
    exists: async (sha256) => (await findSize(sha256)) !== null,
    remove: async (sha256) => {
      const { client, s3 } = await load();
      await client.send(new s3.DeleteObjectCommand(objectOf(sha256)));
    },
    list: async () => {
      const { client, s3 } = await load();
      const input = { Bucket: bucket.bucket, Prefix: PREFIX };
      const keys: string[] = [];
      for await (const { Contents = [] } of s3.paginateListObjectsV2({ client }, input))
        keys.push(...Contents.map(({ Key = '' }) => Key));
      return keys.map((key) => key.slice(key.lastIndexOf('/') + 1)).filter(isSha256);
    },
    getPath: () => null,
    createLink: async (sha256, download) => {
      const { client, s3, getSignedUrl } = await load();
      const command = new s3.GetObjectCommand({
        ...objectOf(sha256),
        ResponseContentDisposition: contentDisposition(download.fileName),
        ResponseContentType: download.mediaType,
        ResponseCacheControl: 'private, no-store',
      });
      return getSignedUrl(client, command, { expiresIn: LINK_SECONDS });
    },
  };
}
