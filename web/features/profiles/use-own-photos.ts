import { useMutation, useQueryClient } from '@tanstack/react-query'
import { addPhoto, changePhoto, getMember, removePhoto, type OwnPhoto, type OwnProfile } from '#contract/profiles.ts'
import { call } from '#web/api/call.ts'
import { apiQueryKey } from '#web/api/queries.ts'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { ownProfileQuery } from './queries.ts'

type PhotoChange = { isMain: true } | { visibility: OwnPhoto['visibility'] }

/** Runs one change after the other: each reply lists all photos, and the last reply has to be the newest. */
const scope = { id: 'own photos' }

/** Uploads a photo; a failure is a sentence for the field. */
export function useUploadPhoto() {
  const update = useUpdateOwnPhotos()
  const errorText = useErrorText()
  const { mutate, isPending, error } = useMutation({
    scope,
    mutationFn: (file: File) => call(addPhoto, { body: { visibility: 'public' } }, { file }),
    onSuccess: () => update(),
  })
  return { upload: mutate, isPending, problem: error && errorText(error) }
}

/** Makes a photo the main one, or changes who sees it. */
export function useChangePhoto(photoId: string) {
  const update = useUpdateOwnPhotos()
  return useMutation({
    scope,
    mutationFn: (body: PhotoChange) => call(changePhoto, { params: { photoId }, body }),
    onSuccess: ({ profile }) => update(profile),
    onError: useErrorToast(),
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
function useUpdateOwnPhotos() {
  const client = useQueryClient()
  return async (profile?: OwnProfile) => {
    const { queryKey } = ownProfileQuery()
    if (profile) client.setQueryData(queryKey, { profile })
    else await client.invalidateQueries({ queryKey })
    void client.invalidateQueries({ queryKey: apiQueryKey(getMember) })
    await client.invalidateQueries({ queryKey: userQuery().queryKey })
  }
}
