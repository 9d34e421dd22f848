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
])('of a condition about the reader the part stays that everybody gets: %s', (_, text, resolved) => {
  expect(resolve(text)).toBe(resolved);
});

test.each([
  ['another condition', '{{#if paid}}A{{else}}B{{/if}}'],
  ['a comparison', "{% if first_name == 'Anna' %}A{% endif %}"],
  ['a loop', '{{#each items}}A{{else}}B{{/each}}'],
  ['a part that is not whole', '{{#if first_name}}<p>{{else}}<div>{{/if}}A'],
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
