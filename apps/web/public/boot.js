// Before the first paint: the remembered theme, else the system's, so that nothing flashes.
(function () {
  var kept = null;
  try {
    kept = localStorage.getItem('mantine-color-scheme-value');
  } catch {
    /* storage switched off */
  }
  var dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();

// While nothing but the waiting square is there: if the page's own script cannot be fetched or cannot begin, say so at
// once. Without this file the sentence comes by itself after a while (index.html).
(function () {
  function lost(event) {
    var from = event.target;
    if (from && from.tagName && !(from.tagName === 'SCRIPT' && from.type === 'module')) return;
    if (document.getElementById('skeleton')) document.documentElement.setAttribute('data-lost', '');
  }
  addEventListener('error', lost, true);
  addEventListener('unhandledrejection', lost);
})();
