import { languages } from '@sergak/contract/session/session.rules.ts';
import { textsOf } from '../../platform/texts.ts';

/** How a landing page loads the script below. */
export const SCRIPT = '<script src="/s.js"></script>';

/** The page with a script that also reports the first use of the page, as evidence for the click. */
export const askingPage = (html: string): string => html.replace(SCRIPT, '<script src="/s.js" data-ask></script>');

/**
 * The only script of a landing page. It discards what was typed and reports which kinds of fields were filled. On request
 * of the page it also reports once, without content, that a person moved a pointer, pressed a key or touched the page. A
 * form that the server cannot store yet (503) is sent again under the same event id.
 */
export const SNIPPET = `(function () {
  var key = location.pathname.split('/')[1];
  var post = { method: 'POST', keepalive: true, credentials: 'omit' };
  function filled(field) {
    if (field.type === 'checkbox' || field.type === 'radio') return field.checked !== field.defaultChecked;
    if (field.type === 'file') return field.files.length > 0;
    if (field.tagName === 'SELECT') {
      for (var i = 0; i < field.options.length; i++)
        if (field.options[i].selected && !field.options[i].defaultSelected && field.options[i].value) return true;
      return false;
    }
    return field.value !== '' && field.value !== field.defaultValue;
  }
  function leave() { location.replace('/' + key + '/r'); }
  function send(path, tries, then) {
    fetch(path, post).then(function (answer) {
      if (answer.status === 204) return;
      return answer.json().then(function (reply) {
        if (!reply.again) return then(reply);
        if (tries > 60) return then && leave();
        var next = path.replace(/[?&]e=[^&]*$/, '');
        setTimeout(function () { send(next + (next.indexOf('?') < 0 ? '?' : '&') + 'e=' + reply.again, tries + 1, then); }, 2000);
      });
    }).catch(function () { if (then) leave(); });
  }
  if (document.currentScript && document.currentScript.hasAttribute('data-ask')) {
    var signs = ['pointermove', 'pointerdown', 'keydown', 'touchstart', 'wheel'];
    var use = function (event) {
      if (!event.isTrusted) return;
      for (var i = 0; i < signs.length; i++) document.removeEventListener(signs[i], use, true);
      send('/' + key + '/h', 0);
    };
    for (var s = 0; s < signs.length; s++) document.addEventListener(signs[s], use, { capture: true, passive: true });
  }
  document.addEventListener('submit', function (event) {
    event.preventDefault();
    var fields = event.target.querySelectorAll('[data-field]');
    var kinds = [];
    for (var i = 0; i < fields.length; i++) {
      var kind = fields[i].getAttribute('data-field');
      if (filled(fields[i]) && kinds.indexOf(kind) < 0) kinds.push(kind);
    }
    event.target.reset();
    var all = event.target.querySelectorAll('input, textarea');
    for (var j = 0; j < all.length; j++)
      if (['submit', 'button', 'checkbox', 'radio'].indexOf(all[j].type) < 0) all[j].value = '';
    send('/' + key + '/s?f=' + encodeURIComponent(kinds.join(',')), 0, function (reply) { location.replace(reply.to); });
  });
})();
`;

const plainPage = (title: string, lines: readonly string[], head = ''): string =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${head}<title>${title}</title></head>
<body style="font:16px/1.5 system-ui,sans-serif;color:#333;max-width:32rem;margin:20vh auto;padding:0 1rem;text-align:center">
<p>${lines.join('<br>')}</p></body></html>`;

/** The reader is unknown, so these pages speak all languages. */
const inAllLanguages = (key: 'page_missing' | 'page_loading'): string[] =>
  languages.map((language) => textsOf(language, 'campaigns__server')(key));

export const NOT_FOUND = plainPage('404', inAllLanguages('page_missing'));

/** A page that loads the address after three seconds, repeatedly until it answers. The path must need no HTML escaping. */
export const laterPage = (path: string): string =>
  plainPage('…', inAllLanguages('page_loading'), `<meta http-equiv="refresh" content="3;url=${path}">`);
