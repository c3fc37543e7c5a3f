import { fileMessages } from '#content/messages/files.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';

import { useRpcMutation, type Mutation } from './rpc/use-rpc-mutation.ts';

type FileLink = RpcContract['create-file-link'];

/** Downloads a version of a file; by default the one that buyers get. */
export function useFileDownload(): Mutation<FileLink['body'], FileLink['response']> {
  return useRpcMutation('create-file-link', {
    failureTitle: fileMessages.downloadFailed,
    onSuccess: ({ url }) => {
      const link = document.createElement('a');
      link.href = url;
      link.click();
    },
  });
}
