import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reports each picture of a course that is missing, not used, or draws or fetches what a picture must not. */
export function checkPictures(folder, course, slides, limits, say) {
  const used = new Set([course.image, ...slides.map((slide) => slide.image)].filter(Boolean));
  const present = readdirSync(folder).filter((name) => name !== 'course.json');
  if (!course.image) say('no cover');
  const pictured = slides.filter((slide) => slide.image).length;
  if (pictured < limits.pictures) say(`${pictured} slides with a picture, expected at least ${limits.pictures}`);
  for (const name of used) if (!present.includes(name)) say(`picture ${name} is missing`);
  for (const name of present) {
    if (!used.has(name)) say(`${name} is not used`);
    else if (!name.endsWith('.svg')) say(`${name} is not an SVG`);
    else checkSvg(readFileSync(join(folder, name), 'utf8'), name, name === course.image, say);
  }
}

function checkSvg(svg, name, isCover, say) {
  const box = isCover ? '0 0 1200 630' : '0 0 1200 675';
  if (!svg.includes(`viewBox="${box}"`)) say(`${name}: viewBox must be ${box}`);
  if (!svg.includes('xmlns="http://www.w3.org/2000/svg"')) say(`${name}: no SVG namespace`);
  const forbidden = [
    /<(text|tspan|script|style|image|foreignObject|iframe|a)\b/i,
    /\son\w+\s*=/i,
    /font-family/i,
    /href\s*=\s*["'](?!#)/i,
    /url\(\s*["']?(?!#)/i,
    /<!(DOCTYPE|ENTITY)/i,
  ];
  for (const pattern of forbidden) {
    const found = svg.match(pattern);
    if (found) say(`${name}: «${found[0]}» is not allowed`);
  }
}
