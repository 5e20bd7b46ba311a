import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** What the server does with a connection: see `FakeSmtp.behave`. */
export type SmtpBehaviour = 'accepts' | 'hangs' | 'rejects' | 'hangs after the mail' | 'acknowledges twice'

/** A mail server on loopback that keeps the mails it has acknowledged, and misbehaves on demand. */
export interface FakeSmtp {
  url: string
  /** Message-IDs of the mails that were acknowledged, in order. */
  acknowledged: string[]
  /** Message-IDs of the mails whose text arrived, acknowledged or not. */
  received: string[]
  connections(): number
  /**
   * Sets the behaviour for new connections. `hangs` never greets, `rejects` greets with a temporary error,
   * `hangs after the mail` receives the text and never answers, `acknowledges twice` repeats its answer.
   */
  behave(behaviour: SmtpBehaviour): void
  /** Answers so to every recipient; null: accepts them. */
  answerRecipients(answer: string | null): void
  close(): Promise<void>
}

export async function startFakeSmtp(): Promise<FakeSmtp> {
  const sockets = new Set<Socket>()
  const acknowledged: string[] = []
  const received: string[] = []
  let behaviour: SmtpBehaviour = 'accepts'
  let recipientAnswer: string | null = null
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    serve(socket, { behaviour, recipientAnswer }, { acknowledged, received })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('not listening')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    acknowledged,
    received,
    connections: () => connections,
    behave: (next) => (behaviour = next),
    answerRecipients: (answer) => (recipientAnswer = answer),
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

type Mails = Pick<FakeSmtp, 'acknowledged' | 'received'>

interface Manner {
  behaviour: SmtpBehaviour
  recipientAnswer: string | null
}

function serve(socket: Socket, { behaviour, recipientAnswer }: Manner, { acknowledged, received }: Mails) {
  if (behaviour === 'hangs') return
  const answer = (line: string) => socket.write(`${line}\r\n`)
  if (behaviour === 'rejects') {
    socket.end('421 try again later\r\n')
    return
  }
  let unread = ''
  let text: string[] | null = null
  answer('220 ready')
  socket.on('data', (data) => {
    const lines = (unread + String(data)).split('\r\n')
    unread = lines.pop() ?? ''
    for (const line of lines) {
      if (!text) text = handleCommand(line)
      else if (line !== '.') text.push(line)
      else {
        handleMail(/^message-id:\s+(\S+)/im.exec(text.join('\n'))?.[1] ?? '')
        text = null
      }
    }
  })

  function handleCommand(line: string): string[] | null {
    if (line === 'QUIT') socket.end('221 bye\r\n')
    else if (recipientAnswer !== null && line.startsWith('RCPT TO')) answer(recipientAnswer)
    else answer(line === 'DATA' ? '354 continue' : '250 ok')
    return line === 'DATA' ? [] : null
  }

  function handleMail(messageId: string) {
    received.push(messageId)
    if (behaviour === 'hangs after the mail') return
    acknowledged.push(messageId)
    answer('250 accepted')
    if (behaviour === 'acknowledges twice') answer('250 accepted')
  }
}
