/** One chapter of the documents. */
export interface Section {
  id: string;
  title: string;
  markdown: string;
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The sections as one page without any script. Addresses are relative, so that they are right below a path too. */
export function htmlPage(title: string, sections: Section[]): string {
  const contents = sections.map(({ id, title: heading }) => `<li><a href="#${id}">${escapeHtml(heading)}</a></li>`);
  const bodies = sections.map(
    ({ id, title: heading, markdown }) =>
      `<section id="${id}"><h2>${escapeHtml(heading)}</h2>\n${htmlOf(markdown)}\n</section>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="doc.css">
</head>
<body>
<header><a href="../../">To the arena</a><h1>${escapeHtml(title)}</h1></header>
<nav aria-label="Contents"><ul>
${contents.join('\n')}
</ul></nav>
<main>
${bodies.join('\n')}
</main>
</body>
</html>
`;
}

/** As much of Markdown as the documents use: headings, lists, tables, fenced code, paragraphs. */
export function htmlOf(markdown: string): string {
  const html: string[] = [];
  const lines = markdown.split('\n');
  const take = (belongs: (line: string) => boolean): string[] => {
    const taken: string[] = [];
    while (lines.length && belongs(lines[0]!)) taken.push(lines.shift()!);
    return taken;
  };
  while (lines.length) {
    const line = lines[0]!;
    const heading = /^(#{1,6}) (.*)$/.exec(line);
    if (line.trim() === '') lines.shift();
    else if (line.startsWith('```')) html.push(codeBlock(lines));
    else if (heading) {
      lines.shift();
      const level = Math.min(6, Math.max(3, heading[1]!.length));
      html.push(`<h${level}>${inline(heading[2]!)}</h${level}>`);
    } else if (line.startsWith('|')) html.push(table(take((one) => one.startsWith('|'))));
    else if (isItem(line)) html.push(list(take((one) => isItem(one) || /^\s+\S/.test(one))));
    else html.push(`<p>${inline([lines.shift()!, ...take(isPlain)].join(' '))}</p>`);
  }
  return html.join('\n');
}

const isItem = (line: string): boolean => /^(?:[-*]|\d+\.) /.test(line);
const isPlain = (line: string): boolean => line.trim() !== '' && !/^(?:#{1,6} |```|\||[-*] |\d+\. )/.test(line);

function codeBlock(lines: string[]): string {
  const info = lines.shift()!.slice(3).trim();
  const code: string[] = [];
  while (lines.length && !lines[0]!.startsWith('```')) code.push(lines.shift()!);
  lines.shift();
  const caption = info.includes(' ') ? `<p class="caption">${escapeHtml(info.slice(info.indexOf(' ') + 1))}</p>` : '';
  return `${caption}<pre><code>${escapeHtml(code.join('\n'))}</code></pre>`;
}

function table(lines: string[]): string {
  const [head = [], , ...rows] = lines.map((line) => cells(line));
  const row = (tag: string, texts: string[]) =>
    `<tr>${texts.map((text) => (text ? `<${tag}>${inline(text)}</${tag}>` : '<td></td>')).join('')}</tr>`;
  return `<table tabindex="0"><thead>${row('th', head)}</thead><tbody>${rows.map((texts) => row('td', texts)).join('')}</tbody></table>`;
}

const cells = (line: string): string[] =>
  line
    .replace(/^\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());

function list(lines: string[]): string {
  const items: string[] = [];
  for (const line of lines) {
    if (isItem(line)) items.push(line.replace(/^(?:[-*]|\d+\.) /, ''));
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  const tag = /^\d/.test(lines[0]!) ? 'ol' : 'ul';
  return `<${tag}>${items.map((item) => `<li>${inline(item)}</li>`).join('')}</${tag}>`;
}

/** Code first, so that nothing inside it is taken for anything else. */
const inline = (text: string): string =>
  text
    .split(/(`[^`]+`)/)
    .map((part) =>
      part.startsWith('`') && part.length > 1
        ? `<code>${escapeHtml(part.slice(1, -1))}</code>`
        : escapeHtml(part)
            .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
            .replaceAll(/\[([^\]]+)\]\((https?:[^)\s]+|#[\w-]+)\)/g, '<a href="$2">$1</a>'),
    )
    .join('');
