import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { call, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { emails } from '../../../test/make/phishing.ts';

describe('the logo of a template', () => {
  const drawing = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${inside}</svg>`;
  const own = async () => {
    const org = await make.organization();
    const administrator = await make.operator(org);
    const { template_id } = await emails(org);
    const set = async (bytes: string | Buffer, id = template_id): Promise<string> => {
      const path = join(tmpdir(), `logo-${randomUUID()}`);
      await writeFile(path, bytes);
      const sent = { logo: { path, name: 'x.png', type: 'image/png', size: bytes.length } };
      return (await call('phishing.template-set-logo', administrator, { id }, sent)).logo!;
    };
    const files = async () =>
      (await stored<{ id: string }>('select id from files where organization_id = $1 order by id', [org.id])).map(
        ({ id }) => `/lk/files/${id}`,
      );
    return { administrator, template_id, set, files };
  };

  test('is decoded and encoded again, whatever its file name', async () => {
    const { administrator, set } = await own();
    const logo = await set(drawing('<script>x</script><path d="M0 0h8v8z"/>'));
    const answer = await call('files.get', administrator, { id: logo.split('/').at(-1)! });
    expect(await sharp(await buffer(answer.stream)).metadata()).toMatchObject({
      format: 'png',
      width: 256,
      height: 256,
    });
  });

  test.each([
    ['a text', 'not a picture'],
    ['a page', '<html><script>alert(1)</script></html>'],
    ['a drawing with entities', `<!DOCTYPE svg [<!ENTITY a "a">]>${drawing('<text>&a;</text>')}`],
    ['half a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['a picture of another kind', Buffer.from('R0lGODlhAQABAAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')],
  ])('is rejected when it is %s, and the earlier one stays', async (_, bytes) => {
    const { administrator, template_id, set, files } = await own();
    const logo = await set(drawing('<path d="M0 0h8v8z"/>'));
    await expect(set(bytes)).rejects.toMatchObject({ code: 'file.type_rejected' });
    expect(await files()).toEqual([logo]);
    expect(await call('phishing.template', administrator, { id: template_id })).toMatchObject({ logo });
  });

  test('is deleted once no template shows it; a logo shown by a copy is kept', async () => {
    const { administrator, template_id, set, files } = await own();
    const first = await set(drawing('<path d="M0 0h8v8z"/>'));
    const copy = await call('phishing.template-copy', administrator, { id: template_id });
    const second = await set(drawing('<path d="M0 0h8v4z"/>'));
    expect(await files()).toEqual([first, second].sort());
    const third = await set(drawing('<path d="M0 0h4v8z"/>'), copy.id);
    expect(await files()).toEqual([second, third].sort());
    await call('phishing.template-delete', administrator, { id: copy.id });
    expect(await files()).toEqual([second]);
  });
});
