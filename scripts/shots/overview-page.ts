/** Returns a page with all screenshots, a row for each screen, each a link to its file. */
export function overviewPage(rows: readonly { name: string; images: readonly { file: string; label: string }[] }[]) {
  const row = ({ name, images }: (typeof rows)[number]) => `
    <section id="${name}">
      <h2>${name}</h2>
      <div>${images.map(cell).join('')}</div>
    </section>`
  const cell = ({ file, label }: { file: string; label: string }) =>
    `<a href="${file}"><img src="${file}" alt="${label}" loading="lazy"><span>${label}</span></a>`
  return `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <title>Screens</title>
  <style>
    body { margin: 1rem; font: 14px/1.4 system-ui, sans-serif; background: #ddd }
    div { display: flex; gap: .5rem; overflow-x: auto; align-items: start }
    a { flex: none; width: 220px; color: inherit; text-decoration: none }
    img { display: block; width: 100%; max-height: 420px; object-fit: cover; object-position: top; border: 1px solid #999 }
  </style>
  ${rows.map(row).join('')}
</html>
`
}
