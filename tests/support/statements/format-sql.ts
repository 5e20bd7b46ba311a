/** What begins a line, unless it stands in the brackets of an expression. */
const CLAUSE =
  /^(?:with(?! ordinality)|select|from|where|order by|group by|having|limit|offset|union(?: all)?|(?:(?:left|full|cross|inner) )?join|insert into|update|delete from|set|values|on conflict|returning|for (?:no key )?update|for share|window)\b/i
/** What begins a line that continues a clause. */
const CONDITION = /^and\b/i
/** Words that contain one of those above and do not begin a line. */
const PHRASE = /^(?:between (?:\([^()]*\)|\S+) and|distinct from|do update|partition by [^)]*)/i
/** What opens a query in brackets, which is indented. */
const QUERY = /^\(\s*\(*(?:with|select|insert|update|delete)\b/i
const TOKEN = /--[^\n]*\n|'(?:[^']|'')*'|"[^"]*"|\s+|\|\||[(),]|[^\s(),'"|]+|\|/y

/** A query in brackets that is shorter stays on its line. */
const SHORT_QUERY = 50
/** Lists and texts continue on the next line after this column. */
const WRAP = 80

/**
 * Formats a statement for reading, whatever its layout: a line for each clause and each condition, queries in
 * brackets indented. Quoted texts stay as they are.
 */
export function formatSql(sql: string) {
  // For each bracket that is open: how far a query in it is indented, or null in an expression.
  const indents: (number | null)[] = []
  let out = ''
  const startLine = (indent: number) => {
    out = `${out.trimEnd()}\n${' '.repeat(indent)}`
  }
  const currentLine = () => out.slice(out.lastIndexOf('\n') + 1)
  const isLineFull = () => currentLine().length > WRAP
  for (let at = 0; at < sql.length;) {
    const rest = sql.slice(at)
    const isStart = out === '' || /[\s(]$/.test(out)
    const isInQuery = indents.at(-1) !== null
    const indent = indents.findLast((each) => each !== null) ?? 0
    const phrase = isStart ? PHRASE.exec(rest) : null
    const clause = isStart && isInQuery ? CLAUSE.exec(rest) : null
    const condition = isStart && (isInQuery || isLineFull()) ? CONDITION.exec(rest) : null
    TOKEN.lastIndex = at
    const [token = ''] = phrase ?? clause ?? condition ?? TOKEN.exec(sql) ?? []
    if (!phrase && clause && out !== '') startLine(indent)
    else if (!phrase && condition) startLine(indent + 2)
    if (token === ')' && indents.pop() != null) startLine(indent - 2)
    if (token === '||' && isLineFull()) startLine(indent + 2)
    if (/^\s/.test(token)) out += isStart ? '' : ' '
    else out += phrase || clause ? token.replaceAll(/\s+/g, ' ') : token
    if (token === '(') {
      const isQuery = QUERY.test(rest) && lengthInBrackets(rest) > SHORT_QUERY
      const inner = isQuery ? currentLine().search(/\S/) + 2 : null
      indents.push(inner)
      if (inner !== null) startLine(inner)
    }
    if (token === ',' && isLineFull()) startLine(indent + 2)
    at += token.length
  }
  return `${out.trim()}\n`
}

/** Returns the length of the text in the brackets that open here, with single spaces. */
function lengthInBrackets(text: string) {
  let depth = 0
  let end = 0
  for (const [token] of text.matchAll(/'(?:[^']|'')*'|[\s\S]/g)) {
    if (token === '(') depth += 1
    if (token === ')') depth -= 1
    end += token.length
    if (depth === 0) break
  }
  return text.slice(0, end).replaceAll(/\s+/g, ' ').length
}
