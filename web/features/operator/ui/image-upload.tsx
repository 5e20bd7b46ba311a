import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { placeErrors, type FormError } from '#web/api/forms/form-errors.ts'
import { fileProblem } from '#web/features/profiles/own-photos/photo-file.ts'
import { PHOTO_FILE_TYPES } from '#web/features/profiles/own-photos/photo-file-types.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'

interface Props<Reply> {
  label: string
  hint: string
  doneText: string
  send: (file: File) => Promise<Reply>
  onSent: (reply: Reply) => unknown
}

/** Uploads one image at once after it is chosen. */
export function ImageUpload<Reply>({ label, hint, doneText, send, onSent }: Props<Reply>) {
  const errorText = useErrorText()
  const [problem, setProblem] = useState<FormError | null>(null)
  const toast = useToast()
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onSuccess(reply) {
      toast.show({ tone: 'success', title: doneText })
      return onSent(reply)
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
