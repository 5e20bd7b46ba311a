import { mkdtemp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { getOwnProfile } from '#contract/profiles/calls.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember } from '#tests/support/builders.ts'
import { sampleImage } from '#tests/support/sample-images.ts'

let site: TestApp
let image: Buffer
/** The site's own folder is some levels below, so that a path upwards ends here. */
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(inject('testFolder'), 'names-'))
  const environment = { DATA_DIR: join(folder, '1/2/3'), REQUESTS_PER_MINUTE: '100000' }
  site = await startTestApp({ environment })
  image = await sampleImage()
})
afterAll(() => site.close())

/** Sends a photo whose part has these parameters and this type, as no browser would write them. */
function send(cookie: string, { parameters, type }: { parameters: string; type: string }) {
  const parts = [
    '--limit\r\ncontent-disposition: form-data; name="data"\r\n\r\n{"visibility":"public"}\r\n',
    `--limit\r\ncontent-disposition: form-data; name="file"; ${parameters}\r\ncontent-type: ${type}\r\n\r\n`,
  ]
  return site.app.inject({
    method: 'POST',
    url: '/api/photos',
    headers: { cookie, 'content-type': 'multipart/form-data; boundary=limit' },
    payload: Buffer.concat([Buffer.from(parts.join('')), image, Buffer.from('\r\n--limit--\r\n')]),
  })
}

const named = (name: string) => ({ parameters: `filename="${name}"`, type: 'image/jpeg' })

test.each([
  ['a plain name', named('telltale.jpg')],
  ['a path upwards', named('../../../telltale.jpg')],
  ['a path upwards for Windows', named('..\\..\\telltale.jpg')],
  ['an escaped path', named('%2e%2e%2ftelltale.jpg')],
  ['an absolute path', named('/tmp/telltale.jpg')],
  ['a NUL', named('telltale.jpg\0.php')],
  ['4 KB', named('telltale'.repeat(512))],
  ['a line break', named('telltale\r\nx-telltale: 1')],
  ['characters that turn the direction', named('telltale\u202egpj.exe')],
  ['letters of other scripts', named('телltale-テスト-😀.jpg')],
  ['no letter', named('')],
  ['a dot', named('..')],
  ['two extensions', named('telltale.jpg.php')],
  ['a second name', { parameters: `filename="a"; filename*=UTF-8''..%2F..%2Ftelltale`, type: 'image/jpeg' }],
  ['the type of a page', { parameters: 'filename="telltale.html"', type: 'text/html' }],
  ['the type of a program', { parameters: 'filename="telltale.php"', type: 'application/x-php' }],
])('an upload whose file name has %s is stored under a key of the site, or rejected', async (_name, part) => {
  const member = await buildMember(site.context)
  const answer = await send(member.cookie, part)
  const { reply } = await site.call(getOwnProfile, {}, member)
  const photos = reply?.profile.photos ?? []
  expect([
    { status: 200, stored: 1 },
    { status: 400, stored: 0 },
  ]).toContainEqual({ status: answer.statusCode, stored: photos.length })
  for (const { id } of photos) {
    const { storageKey } = await site.context.db
      .selectFrom('photos')
      .select('storageKey')
      .where('publicId', '=', id)
      .executeTakeFirstOrThrow()
    expect(storageKey).toMatch(/^[\da-f]{32}$/)
    const { headers } = await site.app.inject({ url: `/photos/${id}/large`, headers: { cookie: member.cookie } })
    expect(headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' })
  }
  expect(
    (await readdir(folder, { recursive: true })).filter((path) => path.includes('telltale') || path.includes('тел')),
  ).toEqual([])
})

test('a plain name is accepted', async () => {
  const { cookie } = await buildMember(site.context)
  expect((await send(cookie, named('holiday.jpg'))).statusCode).toBe(200)
})
