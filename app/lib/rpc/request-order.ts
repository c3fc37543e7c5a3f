/**
 * Orders the responses of repeated requests. Call the result when a request starts; it returns a function for its
 * response: false when a request that started later was answered already.
 */
export function createRequestOrder(): () => () => boolean {
  let startedCount = 0;
  let lastAnsweredRequest = 0;
  return () => {
    startedCount += 1;
    const requestNumber = startedCount;
    return () => {
      if (requestNumber < lastAnsweredRequest) return false;
      lastAnsweredRequest = requestNumber;
      return true;
    };
  };
}
