/** @type {Promise<import('./index.d.ts').Tillwright> | undefined} */
let loading;

function addScript(appUrl) {
  const script = document.createElement('script');
  script.src = `${new URL(appUrl).origin}/embed/v2.js`;
  script.async = true;
  return new Promise((resolve, reject) => {
    script.onload = () => resolve(window.Tillwright);
    script.onerror = () => {
      loading = undefined;
      script.remove();
      reject(new Error(`Could not load ${script.src}`));
    };
    document.head.append(script);
  });
}

export function loadTillwright(appUrl) {
  if (window.Tillwright?.version) return Promise.resolve(window.Tillwright);
  loading ??= addScript(appUrl);
  return loading;
}
