import { expect, test } from 'vitest';
import { fieldKindOf } from './import-fields.ts';
import { changeMarkup } from './import-markup.ts';
import { openReport } from './import-report.ts';
import { openVariables } from './import-variables.ts';
import { readSourcePage } from './import-source.ts';

const page = (html: string) => {
  const report = openReport();
  const source = readSourcePage(Buffer.from(html));
  const given = { language: 'ru', needsLink: false, source, report, variables: openVariables('page', report) } as const;
  const changed = changeMarkup({ ...given, kind: 'page', pictures: [], places: new Map() });
  return { html: changed, codes: report.changes().map(({ code }) => code) };
};

test('of a sign-in in two forms one form is made, and the step that a script would show is shown', () => {
  const { html, codes } = page(
    '<form action="/id" role="search"><input type="search" name="q"></form><form action="/id"><label>Почта<input type="email" name="identifier"></label><button>Далее</button></form>' +
      '<div hidden><form style="color:red; display: none" class="box d-none"><input type="password" name="pw"><button>Войти</button></form></div>',
  );
  expect(html.match(/<form/g)).toHaveLength(1);
  expect(html).toMatch(
    /<div><form style="color:red" class="box"><label>Почта<input type="email"[^>]*data-field="email"><\/label><input type="password"[^>]*><button>Войти<\/button><\/form><\/div>/,
  );
  expect(html).not.toContain('Далее');
  expect(codes).toEqual(expect.arrayContaining(['form_dropped', 'form_joined']));
});

test.each([
  '<form class="register"><input type="email"></form>',
  '<form class="subscribe"><input type="email"></form>',
  '<form id="newsletter"><input type="email" name="email"></form>',
  '<form><input type="email" name="newsletter_email"></form>',
  '<form action="/contact-us"><input type="email"></form>',
  '<form name="track-order"><input type="email"></form>',
  '<form aria-label="Рассылка"><input type="email"></form>',
])('a form of another use is no first step: %s', (other) => {
  const { html, codes } = page(`${other}<form><input type="password"></form>`);
  expect(html).not.toContain('type="email"');
  expect(codes).toContain('form_dropped');
});

test('a first step whose address counts visitors stays a first step', () => {
  const { codes } = page(
    '<form action="/id?tracking=1"><input type="email"></form><form><input type="password"></form>',
  );
  expect(codes).toContain('form_joined');
});

test('a hidden step within one form is shown; fields that catch programs stay hidden; all can be filled in', () => {
  const { html } = page(
    '<form><input name="login" readonly><input name="trap" style="display:none"><div class="hidden" style="opacity: 0"><input type="password" disabled></div><fieldset disabled><button disabled>Ok</button></fieldset></form>',
  );
  expect(html).toContain('<div class="" style=""><input type="password"');
  expect(html).toContain('style="display:none"');
  expect(html).not.toMatch(/disabled|readonly/);
});

test('a page of frames that are missing opens with a form', () => {
  const { html, codes } = page(
    '<html><frameset cols="20%,80%"><frame src="menu.html"><frame src="login.html"></frameset></html>',
  );
  expect(html).toMatch(/<body><form>.*<\/form><\/body>/s);
  expect(html).not.toContain('frameset');
  expect(codes).toContain('form_added');
});

test.each([
  [{ type: 'tel', maxlength: '1' }, 'code'],
  [{ type: 'text', autocomplete: 'one-time-code' }, 'code'],
  [{ type: 'text', inputmode: 'numeric', maxlength: '6' }, 'code'],
  [{ type: 'tel', name: 'cardnumber' }, 'card'],
  [{ type: 'text', autocomplete: 'cc-exp' }, 'card'],
  [{ type: 'tel', name: 'phone', maxlength: '12' }, 'phone'],
  [{ type: 'tel' }, 'phone'],
  [{ type: 'password', maxlength: '6', inputmode: 'numeric' }, 'password'],
  [{ name: 'login', inputmode: 'numeric' }, 'login'],
  [{ name: 'login', inputmode: 'numeric', maxlength: '8' }, 'login'],
  [{ type: 'tel', name: 'shipping_phone' }, 'phone'],
  [{ type: 'tel', name: 'country_code' }, 'phone'],
  [{ type: 'tel', name: 'phone_code' }, 'phone'],
  [{ type: 'tel', name: 'phone', maxlength: '7' }, 'phone'],
  [{ type: 'tel', name: 'phone', placeholder: 'Телефон для SMS' }, 'phone'],
  [{ type: 'tel', name: 'phoneCountryCode', maxlength: '4' }, 'phone'],
  [{ name: 'zip', placeholder: 'Zip code' }, 'comment'],
  [{ placeholder: 'Почтовый код' }, 'comment'],
  [{ inputmode: 'numeric', name: 'postal', maxlength: '6' }, 'comment'],
  [{ inputmode: 'numeric', name: 'birth_year', maxlength: '4' }, 'comment'],
  [{ name: 'shopping' }, 'comment'],
  [{ name: 'passport' }, 'comment'],
  [{ type: 'tel', name: 'pin1' }, 'code'],
  [{ type: 'tel', name: 'otpInput' }, 'code'],
  [{ type: 'tel', name: 'user[sms]' }, 'code'],
  [{ type: 'tel', placeholder: 'Code sent to your phone' }, 'code'],
  [{ name: 'smscode' }, 'code'],
  [{ name: 'code', id: 'phone' }, 'code'],
  [{ placeholder: 'Код из SMS' }, 'code'],
])('%j is a field for: %s', (attributes, kind) => {
  expect(
    fieldKindOf(
      'input',
      Object.entries(attributes).map(([name, value]) => ({ name, value })),
    ),
  ).toBe(kind);
});

test('two views of a sign-in, each with its button, are one form, and the view that a style sheet hides is shown', () => {
  const { html } = page(
    '<style>.a{color:red} #pw, .b { display: none }</style><div><div id="em"><input type="email"><button type="button">Next</button></div>' +
      '<div id="pw"><input type="password"><button type="button">Sign in</button></div></div><form style="display:none"><input name="email"><input name="password"></form>',
  );
  expect(html).toMatch(
    /<form><div id="em"><input type="email"[^>]*>.*<div id="pw" style="[^"]*display:revert[^"]*"><input type="password"[^>]*>.*<\/form>/s,
  );
  expect(html).toContain('<button type="submit">Sign in</button>');
  expect(html).not.toContain('Next');
  expect(html.match(/<form/g)).toHaveLength(1);
});

const step = (css: string, attributes = '') =>
  page(
    `<style${attributes}>${css}</style><form><input name="login"><div class="box step2" id="s3"><input type="password"></div></form>`,
  ).html;

test.each([
  ['after a comment', '/* x { } */ .step2, #s4 { display: none }'],
  ['with a comment inside', '.a{} .step2 /* } */ { color: red; /* ; */ display: none !important }'],
  ['with the name of the element', 'div.step2{display:none}'],
  ['inside another', 'form > #s3{display:none}'],
  ['with several classes', 'form .box.step2{display:none}'],
  ['unless it is active', '.step2:not(.active){opacity:0}'],
  ['on a screen', '@media screen, print { a{} .step2{visibility:hidden} }'],
  ['after a declaration', '@import "a.css"; .step2{display:none}'],
  ['after styles for paper', '@media print { .x{display:none} } .step2{display:none}'],
])('a step that a style sheet hides is shown: %s', (_, css) => {
  expect(step(css)).toContain('display:revert!important');
});

test.each([
  ['on paper', '@media print{.step2{display:none}}'],
  ['on paper, deeper', '@media only print { @supports (display:grid) { .step2{display:none} } }'],
  ['in a comment', '/* .step2{display:none} */'],
  ['in a comment without an end', '/* .step2{display:none}'],
  ['beside it', '.step2 + p, .step2 input.trap, .step2::after{display:none}'],
])('a step is left alone if a style sheet hides it only %s', (_, css) => {
  expect(step(css)).not.toContain('display:revert');
});

test('a style sheet for paper hides no step', () => {
  expect(step('.step2{display:none}', ' media="print"')).not.toContain('display:revert');
});
