import yauzl from 'yauzl';

/** All texts inside a workbook, as one string. */
export const workbookText = async (file: Buffer): Promise<string> => {
  const book = await yauzl.fromBufferPromise(file);
  let text = '';
  for await (const entry of book.eachEntry()) {
    if (!entry.fileName.endsWith('.xml')) continue;
    const chunks: Buffer[] = [];
    for await (const chunk of await book.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    text += Buffer.concat(chunks).toString('utf8');
  }
  return text;
};
