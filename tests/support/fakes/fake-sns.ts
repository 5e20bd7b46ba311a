import { createSign, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto'

/** An SNS that signs with a key of its own. `fetchText` answers with its certificate. */
export function createFakeSns({
  topicArn,
  certificateUrl,
  now,
}: {
  topicArn: string
  certificateUrl: string
  now: Date
}) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = selfSigned({ privateKey, publicKey, now })

  /** Returns a signed message, as SNS posts it. */
  function message(content: object, version: '1' | '2' = '2', type = 'Notification') {
    const fields: Record<string, string> = {
      Type: type,
      MessageId: randomUUID(),
      TopicArn: topicArn,
      Message: JSON.stringify(content),
      Timestamp: now.toISOString(),
      ...(type !== 'Notification' && {
        Token: 'abc',
        SubscribeURL: 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription',
      }),
    }
    const names = Object.keys(fields).toSorted()
    const text = names.map((name) => `${name}\n${fields[name]}\n`).join('')
    const signature = createSign(version === '2' ? 'RSA-SHA256' : 'RSA-SHA1')
      .update(text)
      .sign(privateKey, 'base64')
    return { ...fields, SignatureVersion: version, Signature: signature, SigningCertURL: certificateUrl }
  }
  return { pem, message }
}

/** Makes a certificate of X.509 for a key, valid around a time. */
function selfSigned({ privateKey, publicKey, now }: { privateKey: KeyObject; publicKey: KeyObject; now: Date }) {
  const sha256WithRsa = sequence(tlv(0x06, Buffer.from('2a864886f70d01010b', 'hex')), tlv(0x05, Buffer.alloc(0)))
  const commonName = sequence(tlv(0x06, Buffer.from('550403', 'hex')), tlv(0x0c, Buffer.from('sns.test')))
  const name = sequence(tlv(0x31, commonName))
  const year = 365 * 24 * 60 * 60 * 1000
  const validity = sequence(time(now.getTime() - year), time(now.getTime() + year))
  const serial = tlv(0x02, Buffer.from([1]))
  const key = publicKey.export({ type: 'spki', format: 'der' })
  const content = sequence(serial, sha256WithRsa, name, validity, name, key)
  const signature = sign('RSA-SHA256', content, privateKey)
  const der = sequence(content, sha256WithRsa, tlv(0x03, Buffer.concat([Buffer.from([0]), signature])))
  return `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`
}

function time(ms: number) {
  const text = new Date(ms).toISOString().replaceAll(/[-:T]|\.\d+/g, '')
  return tlv(0x18, Buffer.from(text))
}

function sequence(...parts: Buffer[]) {
  return tlv(0x30, Buffer.concat(parts))
}

/** Encodes a value with its tag and length (DER). */
function tlv(tag: number, value: Buffer) {
  const { length } = value
  if (length < 128) return Buffer.concat([Buffer.from([tag, length]), value])
  const size = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), value])
}
