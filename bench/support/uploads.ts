import sharp from 'sharp'
import { addPhoto, removePhoto } from '#contract/profiles/calls.ts'
import * as schemas from '#contract/profiles/schemas.ts'
import type { BenchDatabase } from './database.ts'
import type { BenchViewer } from './viewers.ts'

/** A JPEG of 12 megapixels with soft shapes and some noise, about as heavy as one of a phone. */
export function cameraImage() {
  const create = {
    width: 4000,
    height: 3000,
    channels: 3 as const,
    background: '#887766',
    noise: { type: 'gaussian' as const, mean: 128, sigma: 40 },
  }
  return sharp({ create }).blur(2).jpeg({ quality: 90 }).toBuffer()
}

/** Premium members may have more photos, so those of earlier runs do not reach the limit. */
export async function makePremium({ admin }: BenchDatabase, viewers: BenchViewer[]) {
  await admin.query(`update account_balances set premium_since = now() where user_id = any($1::bigint[])`, [
    viewers.map(({ userId }) => userId),
  ])
}

interface Upload {
  port: number
  viewer: BenchViewer
  image: Buffer
  /** Of the member; the limits of uploads are by address. */
  address: string
}

/** Adds the image to the member's photos, and removes it. */
export async function uploadAndRemove({ port, viewer, image, address }: Upload) {
  const form = new FormData()
  form.append('data', JSON.stringify({ visibility: 'public' }))
  form.append('file', new Blob([new Uint8Array(image)]), 'photo.jpg')
  const headers = { cookie: viewer.cookie, origin: `http://localhost:${port}`, 'x-forwarded-for': address }
  const url = `http://localhost:${port}${addPhoto.path}`
  const added = await fetch(url, { method: addPhoto.method, headers, body: form })
  if (!added.ok) throw new Error(`the photo was not added: ${added.status} ${await added.text()}`)
  const { photo } = schemas.addPhoto.reply.parse(await added.json())
  const removed = await fetch(`${url}/${photo.id}`, { method: removePhoto.method, headers })
  if (!removed.ok) throw new Error(`the photo was not removed: ${removed.status}`)
  await removed.body?.cancel()
}
