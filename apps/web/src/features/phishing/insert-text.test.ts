import { expect, test } from 'vitest';
import { insertText } from './insert-text.ts';

test('a variable replaces the selection, and the caret follows it', () => {
  expect(insertText('<p>Hello, NAME</p>', [10, 14], '{{first_name}}')).toEqual({
    html: '<p>Hello, {{first_name}}</p>',
    caret: 24,
  });
});

test('without a caret a variable is inserted at the end of the content, never in front of the doctype', () => {
  expect(insertText('<!DOCTYPE html><body><p>a</p>\n</body></html>', null, '{{link}}').html).toBe(
    '<!DOCTYPE html><body><p>a</p>{{link}}\n</body></html>',
  );
  expect(insertText('<!DOCTYPE html><p>a</p></html>\n', null, '{{link}}').html).toBe(
    '<!DOCTYPE html><p>a</p>{{link}}</html>\n',
  );
  expect(insertText('<p>a</p>\n', null, '{{link}}').html).toBe('<p>a</p>{{link}}\n');
  expect(insertText('', null, '{{link}}')).toEqual({ html: '{{link}}', caret: 8 });
});
