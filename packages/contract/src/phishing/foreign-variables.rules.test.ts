import { expect, test } from 'vitest';
import { mapHtmlVariables } from './foreign-html.rules.ts';
import { foreignVariables } from './foreign-names.ts';
import { addressMeaning, mapVariables, variableOfAddress, variablesIn } from './foreign-variables.rules.ts';
import { emailVariables } from './phishing.rules.ts';

const map = (text: string) => mapVariables(text, emailVariables).text;

test('each meaning is a variable of ours, or an address for leaving a list', () => {
  const meanings = foreignVariables.flatMap(({ names }) => Object.keys(names));
  expect(
    meanings.filter((one) => one !== 'unsubscribe' && !(emailVariables as readonly string[]).includes(one)),
  ).toEqual([]);
});

test.each([
  [
    'GoPhish',
    '{{.FirstName}} {{.LastName}} {{.Email}} {{.Position}} {{.URL}} {{.Tracker}}',
    '{{first_name}} {{last_name}} {{email}} {{position}} {{link}} {{tracking}}',
  ],
  ['GoPhish, a function', '{{printf "%s" .FirstName}}', '{{first_name}}'],
  [
    'KnowBe4',
    '[[first_name]] [[last_name]] [[email]] [[job_title]] [[department]] [[company_name]] [[current_date_0]]',
    '{{first_name}} {{last_name}} {{email}} {{position}} {{department}} {{organization}} {{date}}',
  ],
  [
    'Mailchimp',
    '*|FNAME|* *|LNAME|* *|EMAIL|* *|LIST:COMPANY|* *|DATE:d/m/y|* *|TITLE:FNAME|*',
    '{{first_name}} {{last_name}} {{email}} {{organization}} {{date}} {{first_name}}',
  ],
  ['Postmark', '{{name}} {{action_url}} {{username}}', '{{full_name}} {{link}} {{email}}'],
  [
    'HubSpot',
    "{{ contact.firstname }} {{ personalization_token('contact.lastname', 'friend') }} {{contact.jobtitle}} {{ contact.company|default('us') }}",
    '{{first_name}} {{last_name}} {{position}} {{organization}}',
  ],
  [
    'Liquid',
    '{{ customer.first_name | default: "friend" | capitalize }} {{ person.email }}',
    '{{first_name}} {{email}}',
  ],
  ['Jinja', "{{ user['first_name'] }} {{ user.last_name|e }} {{- email -}}", '{{first_name}} {{last_name}} {{email}}'],
  [
    'Handlebars',
    '{{{name}}} {{&name}} {{capitalize user.firstName}} {{~lastName~}} {{this.email}}',
    '{{full_name}} {{full_name}} {{first_name}} {{last_name}} {{email}}',
  ],
  ['Salesforce, classic', '{!Contact.FirstName} {!Lead.Email} {!important}', '{{first_name}} {{email}} {!important}'],
  ['Mailgun', '%recipient.first_name% %recipient.email% %ok.so%', '{{first_name}} {{email}} %ok.so%'],
  ['years', '*|CURRENT_YEAR|* {{ year }}', '{{year}} {{year}}'],
  ['Salesforce', '%%First Name%% %%emailaddr%% %%=v(@x)=%%', '{{first_name}} {{email}} %%=v(@x)=%%'],
  [
    'Microsoft Defender',
    '${userName} ${firstName} ${department} ${date|MM/dd/yyyy|+2}',
    '{{full_name}} {{first_name}} {{department}} {{date}}',
  ],
  ['Constant Contact', '[[FIRSTNAME OR "Friend"]]', '{{first_name}}'],
  [
    'single signs',
    '%FIRSTNAME% [first_name] [FirstName] {last_name} {{first_name}}',
    '{{first_name}} {{first_name}} {{first_name}} {{last_name}} {{first_name}}',
  ],
  ['Russian', '{{Имя}} [[Фамилия]] %Отчество% {{ФИО}}', '{{first_name}} {{last_name}} {{middle_name}} {{full_name}}'],
  [
    'spaces and case',
    '{{ .First\n Name }} {{FIRST_NAME}} {{ First Name }}',
    '{{first_name}} {{first_name}} {{first_name}}',
  ],
  ['ERB', '<%= user.first_name %>', '{{first_name}}'],
])('names are mapped: %s', (_, text, result) => {
  expect(map(text)).toBe(result);
});

test('an unknown variable, a statement or a variable of another person stays as it is and is listed', () => {
  const text =
    '{{.RId}} {% if name %}x{% endif %} {{#each items}} {{/each}} {{manager.first_name}} {{> footer}} [[domain]] {{sender.name}}';
  const { text: same, mapped, unknown } = mapVariables(text, emailVariables);
  expect([same, mapped]).toEqual([text, []]);
  expect(unknown.map((one) => one.text)).toEqual([
    '{{.RId}}',
    '{% if name %}',
    '{% endif %}',
    '{{#each items}}',
    '{{/each}}',
    '{{manager.first_name}}',
    '{{> footer}}',
    '[[domain]]',
    '{{sender.name}}',
  ]);
});

test('a variable that is not allowed in a text is not mapped there', () => {
  expect(mapVariables('{{.URL}} {{.FirstName}}', ['first_name'])).toMatchObject({
    text: '{{.URL}} {{first_name}}',
    mapped: [{ found: '{{.FirstName}}', variable: 'first_name' }],
    unknown: [{ text: '{{.URL}}' }],
  });
});

test('remarks to the author are removed', () => {
  expect(map('a{# note #}b{{!-- note --}}c{{! note }}')).toBe('abc');
});

test('marks of conditions of Mailchimp are removed, the text inside stays', () => {
  expect(map('*|IF:FNAME|*Hi *|FNAME|**|ELSEIF:AGE > 20|*you*|ELSE:|*Hello*|END:IF|*!')).toBe(
    'Hi {{first_name}}youHello!',
  );
});

test.each([
  '100%% sure, 50%% not',
  'a {b} [1] 5% [примечание]',
  'a[[]]b ${} {{ }}',
  '[email protected]',
  '{"a":{"b":1}}',
  '%PATH% {x}',
  '[Team] Weekly update',
  '[Почта] {name} [first name] [E-mail] {Title} %team%',
  '#{name} #{first_name} %{first_name}',
])('an ordinary text has no variables: %s', (text) => {
  expect([variablesIn(text), map(text)]).toEqual([[], text]);
});

test.each([
  ['{{.URL}}', 'link'],
  ['%7B%7B.URL%7D%7D', 'link'],
  ['http://{{.URL}}', 'link'],
  ['https://%7b%7b%20.Url%20%7d%7d/', 'link'],
  ['%257B%257B.URL%257D%257D', 'link'],
  ['{{action_url}}', 'link'],
  ['[[URL]]', 'link'],
  ['[link]', 'link'],
  ['http://{url}', 'link'],
  ['%5Burl%5D', 'link'],
  ['%5B%5Blink%5D%5D', 'link'],
  ['*|URL|*', 'link'],
  ['*%7CARCHIVE%7C*', 'link'],
  ['%%view_email_url%%', 'link'],
  ['${phishingUrl}', 'link'],
  ['$%7BphishingUrl%7D', 'link'],
  ['{{ promo_url }}', 'link'],
  ['{{{ magicLink }}}', 'link'],
  ['*|UNSUB|*', 'unsubscribe'],
  ['{{ unsubscribe_link }}', 'unsubscribe'],
  ['{{promo}}', null],
  ['{{.Email}}', null],
])('the variable of an address: %s', (address, meaning) => {
  const variable = variableOfAddress(address);
  expect(variable && addressMeaning(variable)).toBe(meaning);
  expect(variable).not.toBeNull();
});

test.each(['https://bank.example/?u={{id}}', '{{base}}/path', '', '#', 'mailto:{{email}}'])(
  'no variable alone: %s',
  (address) => {
    expect(variableOfAddress(address)).toBeNull();
  },
);

test('the variables of a whole email: texts and links change, everything else stays', () => {
  const html =
    '<style>a{b:c}}</style><p title="{{.Email}}">Hi {{.FirstName}} {{.RId}}</p><!--[if mso]><v:rect href="{{.URL}}">*|LNAME|*<![endif]--><A class=x HREF=\'{{.URL}}\'>{{.URL}}</A><a href="{{promo}}">1</a>';
  const { text, mapped, unknown } = mapHtmlVariables(html, emailVariables);
  expect(text).toBe(
    '<style>a{b:c}}</style><p title="{{.Email}}">Hi {{first_name}} {{.RId}}</p><!--[if mso]><v:rect href="{{link}}">{{last_name}}<![endif]--><A class=x href="{{link}}">{{link}}</A><a href="{{promo}}">1</a>',
  );
  expect(mapped.map(({ variable }) => variable)).toEqual(['first_name', 'link', 'last_name', 'link', 'link']);
  expect(unknown.map((one) => html.slice(one.index).startsWith(one.text) || one.text)).toEqual([true, '{{promo}}']);
});
