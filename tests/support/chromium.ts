import { existsSync } from 'node:fs'

/** The system's browser; without one, Playwright's own, if it was installed. `CHROMIUM` names another. */
const executablePath = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path && existsSync(path))

/** How it is started. */
export const chromium = {
  ...(executablePath && { executablePath }),
  args: [
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    // Chromium's sandbox refuses to run as root, as in a container.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ],
}
