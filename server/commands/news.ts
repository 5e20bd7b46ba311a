/**
 * Mails a text to all members who asked for news or offers: `npm run news -- …` (docs/operations.md). It
 * works on the database of the configuration, also while the program runs, whose jobs send the mails.
 */
import { describeNewsError, sendNews } from './send-news.ts'
import { withContext } from './with-context.ts'

try {
  process.stdout.write(`${await sendNews(process.argv.slice(2), withContext)}\n`)
} catch (error) {
  process.exitCode = 1
  process.stderr.write(`${describeNewsError(error)}\n`)
}
