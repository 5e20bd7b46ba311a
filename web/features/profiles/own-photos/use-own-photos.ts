import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { changePhoto, getMember, orderPhotos, removePhoto, replacePhoto } from '#contract/profiles/calls.ts'
import type { OwnPhoto, OwnProfile } from '#contract/profiles/schemas.ts'
import { call } from '#web/api/call.ts'
import { apiQueryKey } from '#web/api/queries.ts'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import type { PixelArea } from './photo-file.ts'
import { cutPhoto } from './prepare-photo.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'

type PhotoChange = { isMain: true } | { visibility: OwnPhoto['visibility'] } | { caption: string }

/** Runs one change after the other: each reply lists all photos, and the last reply has to be the newest. */
const scope = { id: 'own photos' }

/** Saves the order of the photos; the pressed order is shown at once. */
export function useOrderPhotos() {
  const update = useUpdateOwnPhotos()
  return useMutation({
    scope,
    mutationFn: (photoIds: string[]) => call(orderPhotos, { body: { photoIds } }),
    onSuccess: ({ profile }) => update(profile),
    onError: useErrorToast(),
  })
}

/** Makes a photo the main one, or changes its caption or who sees it. The caller shows the error. */
export function useChangePhoto(photoId: string) {
  const update = useUpdateOwnPhotos()
  return useMutation({
    scope,
    mutationFn: (body: PhotoChange) => call(changePhoto, { params: { photoId }, body }),
    onSuccess: ({ profile }) => update(profile),
  })
}

interface Crop {
  file: File
  area: PixelArea
}

/** Replaces the image of a photo by a part of it. The caller shows the error. */
export function useReplacePhoto(photoId: string) {
  const update = useUpdateOwnPhotos()
  // A crop whose reply was lost is done, and its photo has another id: the same client id keeps a second try,
  // also one with another crop, from failing (PRO-26).
  const clientIds = useRef(new Map<string, string>())
  return useMutation({
    scope,
    mutationFn: async ({ file, area }: Crop) => {
      const clientId = clientIds.current.get(photoId) ?? crypto.randomUUID()
      clientIds.current.set(photoId, clientId)
      const input = { params: { photoId }, body: { clientId } }
      return call(replacePhoto, input, { file: await cutPhoto(file, area) })
    },
    onSuccess: ({ profile }) => update(profile),
  })
}

export function useRemovePhoto(photoId: string) {
  const update = useUpdateOwnPhotos()
  return useMutation({
    scope,
    mutationFn: () => call(removePhoto, { params: { photoId } }),
    onSuccess: ({ profile }) => update(profile),
    onError: useErrorToast(),
  })
}

/** Updates what shows own photos: the profile form, the profile as others see it, and the top bar. */
export function useUpdateOwnPhotos() {
  const client = useQueryClient()
  return async (profile?: OwnProfile) => {
    const { queryKey } = ownProfileQuery()
    if (profile) client.setQueryData(queryKey, { profile })
    else await client.invalidateQueries({ queryKey })
    void client.invalidateQueries({ queryKey: apiQueryKey(getMember) })
    await client.invalidateQueries({ queryKey: userQuery().queryKey })
  }
}
