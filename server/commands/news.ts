/**
 * Mails a text to all members who asked for news or offers: `npm run news -- …` (docs/operations.md). It
 * works on the database of the configuration, also while the program runs, whose jobs send the mails.
 */
import { runCommand } from './run-command.ts'
import { describeNewsError, sendNews } from './send-news.ts'
import { withContext } from './with-context.ts'

await runCommand(() => sendNews(process.argv.slice(2), withContext), describeNewsError)
