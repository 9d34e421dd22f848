import { expect, test } from 'vitest';
import { deadLinks, leadToPage, linkToText } from './dead-links.rules.ts';

const labels = (html: string) => deadLinks(html).map(({ label }) => label);

test.each([
  '<a href="">Войти</a>',
  '<a href>Войти</a>',
  '<A HREF=#>Войти</A>',
  "<a class='b' href='#'>Войти</a>",
  '<a>Войти</a>',
  '<a href="javascript:void(0)">Войти</a>',
  '<a href=" java&#115;cript:x">Войти</a>',
  '<a href="&#35;">Войти</a>',
  '<a href="#top">Войти</a>',
  '<a href="{{promo}}">Войти</a>',
  '<a href="{{.URL}}">Войти</a>',
  '<a href="*|URL|*">Войти</a>',
  '<a href="http://">Войти</a>',
  '<a href="http://{{host}}/x">Войти</a>',
  '<a href="login.html">Войти</a>',
  '<a href="mailto:">Войти</a>',
  '<a href="#"><b>Вой</b>ти <img src="data:x"></a>',
  '<p><a href="#">Войти',
])('a link that leads nowhere is found: %s', (html) => {
  expect(deadLinks(html)).toHaveLength(1);
  expect(labels(html)[0]).toMatch(/^Вой/);
  expect(deadLinks(leadToPage(html))).toEqual([]);
  expect(leadToPage(html)).toContain('href="{{link}}"');
});

test.each([
  '<a href="{{link}}">Войти</a>',
  "<a href='{{link}}'>Войти</a>",
  '<a href=" {{link}} ">Войти</a>',
  '<a href="https://bank.example/">Войти</a>',
  '<a href="mailto:a@b.example">Войти</a>',
  '<a href="tel:+998">Войти</a>',
  '<a href="#part">Войти</a><h2 id="Part">x</h2>',
  '<a name="part"></a>',
  '<a href="#">&nbsp;&zwnj; </a>',
  '<a href="#" style="display: none">Войти</a>',
  '<!-- <a href="#">Войти</a> -->',
  '<style>a{content:"<a href=#>x</a>"}</style>',
  '<title><a href="#">x</a></title>',
  '<!--[if mso]><v:rect fill="true"><v:textbox><![endif]-->',
])('a link that leads somewhere, or that nobody sees, is none: %s', (html) => {
  expect(deadLinks(html)).toEqual([]);
  expect(leadToPage(html)).toBe(html);
});

test('buttons of Outlook, areas of a picture and pictures are links as well', () => {
  const html =
    '<!--[if mso]><v:roundrect href="" style="height:40px"><center>Войти</center></v:roundrect><![endif]-->' +
    '<!--[if !mso]><!--><a href="#">Войти</a><!--<![endif]--><img usemap="#m"><map name="m"><area alt="Кнопка" coords="1,2,3,4"></map>' +
    '<a href="#"><img src="x" alt="Баннер"></a><a href="" style="background:#123;display:block"></a>';
  expect(labels(html)).toEqual(['', 'Войти', 'Кнопка', 'Баннер', '']);
  const led = leadToPage(html);
  expect(led.match(/href="\{\{link\}\}"/g)).toHaveLength(5);
  expect(led).toContain('<v:roundrect href="{{link}}" style="height:40px">');
  expect(led).toContain('<area href="{{link}}" alt="Кнопка"');
});

test('a dead link becomes plain text with the same style', () => {
  const html = '<p><a href="{{link}}">1</a> <a target="_blank" style="color:red" href="#">Отписаться</a>.</p>';
  expect(linkToText(html, deadLinks(html)[0]!.start)).toBe(
    '<p><a href="{{link}}">1</a> <span style="color:red">Отписаться</span>.</p>',
  );
  expect(linkToText(html, 3)).toBe(html);
});

test('a text that ends in the middle of a tag is read as far as possible', () => {
  expect(labels('<a href="#">1</a><a href="#>2</a>')).toEqual(['1']);
  expect(labels('<a href="#">1</a><!--[if mso]><a href="#">2')).toEqual(['1']);
});
