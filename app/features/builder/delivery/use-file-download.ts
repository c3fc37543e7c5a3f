import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { builderDeliveryMessages } from '#content/messages/builder-delivery.ts';

/** Returns a function that downloads a version of a file; by default the one that buyers get. */
export function useFileDownload() {
  const { run } = useRpcMutation('create-file-link', {
    failureTitle: builderDeliveryMessages.row.downloadError,
    onSuccess: ({ url }) => {
      const link = document.createElement('a');
      link.href = url;
      link.click();
    },
  });
  return run;
}
