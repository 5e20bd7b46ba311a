import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { addPhoto } from '#contract/profiles/calls.ts'
import type { OwnPhoto } from '#contract/profiles/schemas.ts'
import type { Member } from '../../support/builders.ts'
import type { Translate } from '#tests/support/fakes/translator.ts'
import { sampleImage } from '#tests/support/sample-images.ts'
import { callsTo } from '#tests/support/audits/site-calls.ts'

const colours = ['#3a7d7c', '#b0413e', '#5b4b8a', '#c8963e']

/** Uploads photos as browsers do, with files. The first public one is the main photo. Returns their ids. */
export async function uploadPhotos(
  origin: string,
  { member, visibilities }: { member: Pick<Member, 'cookie'>; visibilities: OwnPhoto['visibility'][] },
) {
  const call = callsTo(origin, member)
  const ids: string[] = []
  for (const [index, visibility] of visibilities.entries()) {
    const bytes = new Uint8Array(await sampleImage({ colour: colours[index % colours.length] ?? '' }))
    const { photo } = await call(addPhoto, { body: { visibility } }, { file: new Blob([bytes]) })
    ids.push(photo.id)
  }
  return ids
}

/** Uploads a portrait of the landing pages as the main photo: members of screenshots have a face. */
export async function uploadPortrait(
  origin: string,
  { member, portrait }: { member: Pick<Member, 'cookie'>; portrait: string },
) {
  const bytes = await readFile(`web/features/landers/images/${portrait}.webp`)
  await callsTo(origin, member)(addPhoto, { body: { visibility: 'public' } }, { file: new Blob([bytes]) })
}

/** Chooses images of these names as photos, on the own profile. */
export async function chooseFiles(page: Page, t: Translate, names: string[]) {
  const files = await Promise.all(
    names.map(async (name, index) => ({
      name,
      mimeType: 'image/jpeg',
      buffer: await sampleImage({ width: 900, height: 700, colour: colours[index % colours.length] ?? '' }),
    })),
  )
  await page.getByLabel(t('photos.label')).setInputFiles(files)
}
