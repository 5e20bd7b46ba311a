/** Comments are prose, which is hard to read at the width of code. */
const MAX_COLUMNS = 110

/** Returns the numbers of the lines whose comment is too wide. Lines with a URL are excepted. */
export function findLongComments(path: string, text: string): number[] {
  // Applied migrations are hashed and cannot be edited.
  if (!/\.(ts|tsx|mjs|cjs|js|css|sql)$/.test(path) || path.startsWith('server/migrations/')) return []
  let isInBlock = false
  return text.split('\n').flatMap((line, index) => {
    const isBlock = isInBlock || /^\s*\{?\/\*/.test(line)
    isInBlock = isBlock && !line.includes('*/')
    const isComment = isBlock || /(^|\s)\/\/ |^\s*-- /.test(line)
    return isComment && line.length > MAX_COLUMNS && !/https?:\/\//.test(line) ? [index + 1] : []
  })
}
