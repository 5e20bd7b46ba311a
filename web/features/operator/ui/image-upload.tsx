import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { placeErrors, type FormError } from '#web/api/forms/form-errors.ts'
import { fileProblem } from '#web/features/profiles/own-photos/photo-file.ts'
import { PHOTO_FILE_TYPES } from '#web/features/profiles/own-photos/photo-file-types.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'
import { useActed, type Acted } from './use-acted.ts'

interface Props<Reply> extends Acted {
  label: string
  hint: string
  send: (file: File) => Promise<Reply>
  onSent?: (reply: Reply) => void
}

/** Uploads one image at once after it is chosen. */
export function ImageUpload<Reply>({ label, hint, send, onSent, ...rest }: Props<Reply>) {
  const errorText = useErrorText()
  const [problem, setProblem] = useState<FormError | null>(null)
  const acted = useActed(rest)
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onSuccess(reply) {
      onSent?.(reply)
      return acted()
    },
    onError: (error) => setProblem(placeErrors(error, []).form ?? null),
  })

  function choose([file]: File[]) {
    const rejection = file ? fileProblem(file) : null
    setProblem(rejection)
    if (file && !rejection) mutate(file)
  }

  return (
    <Field label={label} isLabelHidden error={problem && errorText.ofCode(problem.code, problem.params)}>
      <FileDrop label={label} hint={hint} accept={PHOTO_FILE_TYPES} disabled={isPending} onChoose={choose} />
    </Field>
  )
}
