import { addPhoto, type OwnPhoto, type OwnProfile } from '#contract/profiles.ts'
import type { Member } from '../../support/builders.ts'
import { somePicture } from '../../support/pictures.ts'
import { someAddress } from './address.ts'

const colours = ['#3a7d7c', '#b0413e', '#5b4b8a', '#c8963e']

/** Photos that went the way of real uploads, with files. The first public one is the main photo. Gives their ids. */
export async function uploadPhotos(
  origin: string,
  { member, visibilities }: { member: Pick<Member, 'cookie'>; visibilities: OwnPhoto['visibility'][] },
) {
  const ids: string[] = []
  for (const [index, visibility] of visibilities.entries()) {
    const form = new FormData()
    form.append('data', JSON.stringify({ visibility }))
    const bytes = new Uint8Array(await somePicture({ colour: colours[index % colours.length] ?? '' }))
    form.append('file', new Blob([bytes]), 'photo.jpg')
    const answer = await fetch(origin + addPhoto.path, {
      method: addPhoto.method,
      headers: { cookie: member.cookie, ...someAddress() },
      body: form,
    })
    if (!answer.ok) throw new Error(`upload refused: ${answer.status}`)
    const { photo } = (await answer.json()) as { photo: OwnProfile['photos'][number] }
    ids.push(photo.id)
  }
  return ids
}
