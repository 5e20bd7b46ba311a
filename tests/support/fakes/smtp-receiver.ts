import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  /** Addresses of the envelope. */
  from: string
  to: string[]
  /** By name in lower case, unfolded. */
  headers: Map<string, string>
  html: string
  text: string
}

/** A real mail server on loopback, which receives everything. */
export async function startSmtpReceiver() {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        const to = envelope.rcptTo.map(({ address }) => address)
        received.push({ from, to, ...parse(Buffer.concat(chunks).toString('latin1')) })
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  // A server on TCP has this address.
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(resolve)
      }),
  }
}

function parse(message: string) {
  const { headers, body } = split(message)
  const boundary = /boundary="?([^";]+)/.exec(headers.get('content-type') ?? '')?.[1]
  if (!boundary) throw new Error('the mail has one part')
  const parts = body.split(`--${boundary}`).map((part) => split(part.trimStart()))
  const partOf = (type: string) => {
    const matches = parts.filter((part) => part.headers.get('content-type')?.startsWith(type))
    const [part] = matches
    if (!part || matches.length > 1) throw new Error(`${matches.length} parts of type ${type}`)
    return decode(part.body.trim(), part.headers.get('content-transfer-encoding') ?? '')
  }
  return { headers, html: partOf('text/html'), text: partOf('text/plain') }
}

function split(message: string) {
  const end = message.indexOf('\r\n\r\n')
  const lines = message
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = new Map(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  return { headers, body: message.slice(end + 4) }
}

function decode(body: string, encoding: string) {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(encoding === 'quoted-printable' ? bytes : body, 'latin1').toString('utf8')
}
