import { useState, type ReactNode } from 'react'
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts'
import { useAct } from '#web/features/operator/access/confirmation.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { FormProblem } from '#web/ui/feedback/form-problem.tsx'
import { Dialog } from '#web/ui/overlays/lazy-overlay.tsx'
import { useSentForm } from './use-sent-form.ts'

/** What the fields of a form of an act need. */
export interface ActFields<Name extends string> {
  errorOf: (name: Name) => string | undefined
  clear: (name: Name) => void
}

interface ActDialogProps<E extends Endpoint, Name extends string> {
  endpoint: E
  /** The button that opens the form, and the title of the form. */
  label: string
  text?: ReactNode
  submit: string
  close: string
  /** Shown as a toast after the act. */
  done: string
  isDangerous?: boolean
  /** Fields of the form, in their order. */
  names: readonly Name[]
  inputOf: (values: Record<Name, string>) => InputOf<E>
  /** Reading calls whose replies the act changes. */
  changes?: readonly Endpoint[]
  onSuccess?: (reply: ReplyOf<E>) => void
  children: (fields: ActFields<Name>) => ReactNode
}

/** A button that opens the form of an act. Errors are at its fields; the server may ask for the password. */
export function ActDialog<E extends Endpoint, Name extends string>(props: ActDialogProps<E, Name>) {
  const { label, close, isDangerous = false } = props
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="sm" variant={isDangerous ? 'danger' : 'outline'} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <Dialog open={isOpen} onOpenChange={setIsOpen} title={label} closeLabel={close} size="sm">
        <ActForm {...props} onDone={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}

function ActForm<E extends Endpoint, Name extends string>({
  endpoint,
  text,
  submit,
  done,
  isDangerous = false,
  names,
  inputOf,
  changes,
  onSuccess,
  children,
  onDone,
}: ActDialogProps<E, Name> & { onDone: () => void }) {
  const act = useAct()
  const { form, isPending, clear, errorOf } = useSentForm(names, {
    send: (values) => act(endpoint, inputOf(values)),
    onSent(reply) {
      onDone()
      onSuccess?.(reply)
    },
    done,
    changes,
  })

  return (
    <form {...form} className="flex flex-col gap-4">
      {text !== undefined && <p className="text-text-muted">{text}</p>}
      <FormProblem>{errorOf('form')}</FormProblem>
      {children({ errorOf, clear })}
      <Button type="submit" isWide variant={isDangerous ? 'danger' : 'primary'} isPending={isPending}>
        {submit}
      </Button>
    </form>
  )
}
