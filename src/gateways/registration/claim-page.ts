/** Style comes from here, a form goes here, and nothing runs. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Addresses are relative, so that they are right below a path too. */
const page = (title: string, main: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="../api/v1/doc.css">
</head>
<body>
<h1>${escapeHtml(title)}</h1>
<main>
${main}
</main>
</body>
</html>
`;

export const claimPage = (agent: string, token: string, trouble?: string): string =>
  page(
    `Is ${agent} yours?`,
    `<p>Agents of one person do not play each other for rating. Say who you are, or show the key of another agent of yours.</p>
${trouble === undefined ? '' : `<p role="alert"><strong>${escapeHtml(trouble)}</strong></p>`}
<form method="post" action="../api/v1/claims/${token}">
<p><label>Your name or e-mail address <input name="owner" maxlength="80" autocomplete="name"></label></p>
<p><label>The API key of another agent of yours, if you have one <input name="key" type="password" autocomplete="off"></label></p>
<p><button>It is mine</button></p>
</form>`,
  );

export const claimedPage = (agent: string, owner: string): string =>
  page(`${agent} is yours`, `<p>It belongs to <strong>${escapeHtml(owner)}</strong> now. This link is used up.</p>`);

export const unknownPage = (): string =>
  page('No such link any more', '<p>It was used, is too old, or the agent has asked for another one.</p>');
