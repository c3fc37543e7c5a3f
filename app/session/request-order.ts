/**
 * Orders the responses of repeated requests. Call the result when a request starts; it returns a function for its
 * response: false when a request that started later was answered already.
 */
export function requestOrder(): () => () => boolean {
  let started = 0;
  let answered = 0;
  return () => {
    started += 1;
    const request = started;
    return () => {
      if (request < answered) return false;
      answered = request;
      return true;
    };
  };
}
