import { expect, test } from 'vitest';
import { resolveBlocks } from './import-blocks.ts';
import { openReport } from './import-report.ts';

const resolve = (text: string) => resolveBlocks(text, openReport());

test.each([
  ['Mailchimp', '*|IF:FNAME|*<p>Hi *|FNAME|*</p>*|ELSE:|*<p>Hi</p>*|END:IF|*', '<p>Hi *|FNAME|*</p>'],
  ['Mailchimp, what nobody knows', '*|IF:VIP|*A*|ELSEIF:X|*B*|ELSE:|*C*|END:IF|*', 'A'],
  ['Mailchimp, the negation', '*|IFNOT:FNAME|*A*|ELSE:|*B*|END:IF|*', 'B'],
  ['Handlebars', '{{#if first_name}}Hi {{first_name}}{{else}}Hi{{/if}}!', 'Hi {{first_name}}!'],
  ['Handlebars, without spaces', '{{~#if user.firstName~}}<b>A</b>{{~else if x~}}B{{~else~}}C{{~/if~}}', '<b>A</b>'],
  ['Handlebars, unless', '{{#unless email}}A{{/unless}}B', 'B'],
  ['Mustache', '{{#first_name}}Hi {{first_name}}{{/first_name}}{{^first_name}}Hi{{/first_name}}', 'Hi {{first_name}}'],
  ['Go', '{{if .FirstName}}Dear {{.FirstName}}{{else}}Hello{{end}}', 'Dear {{.FirstName}}'],
  ['Liquid', '{% if customer.first_name -%}A{% elsif x %}B{% else %}C{%- endif %}', 'A'],
  ['Liquid, unless', '{% unless first_name %}A{% else %}B{% endunless %}', 'B'],
  [
    'Jinja in a loop',
    '{% for i in items %}{% if first_name %}A{% endif %}{% endfor %}',
    '{% for i in items %}A{% endfor %}',
  ],
  ['nested', '{{#if first_name}}{{#if last_name}}A{{else}}B{{/if}}{{else}}{{#if email}}C{{/if}}D{{/if}}', 'A'],
  [
    'an opening inside that cannot be read',
    '{% if first_name %}Dear {{first_name}}{% if discount == "10%" %} SALE{% endif %}!{% else %}Dear client{% endif %}',
    'Dear {{first_name}}{% if discount == "10%" %} SALE{% endif %}!',
  ],
  [
    'an opening inside that is long',
    `{{#if email}}A{{#if ${'x'.repeat(200)}}}B{{else}}C{{/if}}{{else}}D{{/if}}`,
    `A{{#if ${'x'.repeat(200)}}}B{{else}}C{{/if}}`,
  ],
  [
    'Mailchimp, an opening inside that cannot be read',
    '*|IF:FNAME|*A*|IF:X="<*>"|*B*|END:IF|*C*|ELSE:|*D*|END:IF|*',
    'A*|IF:X="<*>"|*B*|END:IF|*C',
  ],
  [
    'a word without an end',
    '{% if email %}{% set a = 1 %}A{% else %}{% set b %}{% endset %}{% endif %}',
    '{% set a = 1 %}A',
  ],
  ['Tornado', '{% if email %}A{% try %}B{% end %}C{% else %}D{% end %}', 'A{% try %}B{% end %}C'],
  ['Handlebars, the short else', '{{#if email}}A{{^}}B{{/if}}', 'A'],
  ['an end of something else', '{{#if email}}A{{/helper}}B{{else}}C{{/if}}', 'A{{/helper}}B'],
])('of a condition about the reader the part stays that everybody gets: %s', (_, text, resolved) => {
  expect(resolve(text)).toBe(resolved);
});

test.each(['set a', 'capture a', 'ifequal a b', 'macro x()'])(
  'a block of another kind is not ended early: %s',
  (opening) => {
    const inside = `{% ${opening} %}B{% else %}C{% end${opening.split(' ')[0]} %}`;
    expect(resolve(`{% if first_name %}A${inside}!{% else %}D{% endif %}`)).toBe(`A${inside}!`);
  },
);

test.each([
  ['another condition', '{{#if paid}}A{{else}}B{{/if}}'],
  ['a comparison', "{% if first_name == 'Anna' %}A{% endif %}"],
  ['a loop', '{{#each items}}A{{else}}B{{/each}}'],
  ['a part that is not whole', '{{#if first_name}}<p>{{else}}<div>{{/if}}A'],
  ['a negation with several parts', '{% unless first_name %}A{% elsif last_name %}L{% else %}Hi{% endunless %}'],
  ['a negation whose other part has a condition', '{{#unless email}}A{{else if vip}}B{{/unless}}'],
  ['a helper whose name looks like a variable', '{{#first_name "Anna"}}A{{else}}B{{/first_name}}'],
  ['a part that cannot be read', '{% if email %}A{% elsif a == "%" %}B{% endif %}'],
  ['an end of something else', '{% if email %}A{% endfor %}'],
  ['no end', '{{#if first_name}}A'],
  ['no beginning', 'A{{else}}B{{/if}}'],
  ['no template', '<style>a{#b}</style> 100%% {a} *|x'],
])('the author decides about %s', (_, text) => {
  expect(resolve(text)).toBe(text);
});

test.each([
  ['Handlebars', 'A{{!-- a }} <b> --}}B{{! c }}C', 'ABC'],
  ['Jinja', 'A{# a <td> #}B', 'AB'],
  ['Liquid', 'A{% comment %} {{ x }} </p> {%- endcomment -%}B', 'AB'],
  ['AMPscript', `%%[ SET @a = "b" ${'/* x */'.repeat(100)} ]%%A`, 'A'],
  ['without the sign of the end', 'Hello {% comment %} endcomment', 'Hello {% comment %} endcomment'],
  ['with a word that only looks like the end', 'A{% comment %} endcomment {% endcomment %}B %}', 'AB %}'],
  ['Handlebars, without spaces', 'A{{~! a ~}}B{{~!-- }} --~}}C', 'ABC'],
  ['without an end', 'A{{!-- b {# c %%[ d', 'A{{!-- b {# c %%[ d'],
])('remarks and code are removed: %s', (_, text, resolved) => {
  expect(resolve(text)).toBe(resolved);
});

test('what is removed is reported', () => {
  const report = openReport();
  resolveBlocks('{{! note }}{{#if email}}A{{else}}Old{{/if}}', report);
  expect(report.changes()).toEqual([
    { code: 'variable_removed', count: 3, examples: ['{{! note }}', '{{#if email}}', '{{else}}Old{{/if}}'] },
  ]);
});
