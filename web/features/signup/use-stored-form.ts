import { useEffect, useRef } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { tabStorage } from '#web/api/safe-storage.ts'

type StoredForm<Values extends FieldValues> = Pick<UseFormReturn<Values>, 'getValues' | 'setValue' | 'watch'>

/** Stores what is typed into a form in this tab, so that a reload restores it. Returns a function that deletes it. */
export function useStoredForm<Values extends FieldValues>(form: StoredForm<Values>, key: string) {
  const isRestored = useRef(false)
  const { getValues, setValue, watch } = form
  useEffect(() => {
    if (!isRestored.current) {
      isRestored.current = true
      for (const [name, value] of Object.entries(readStored(key, Object.keys(getValues()))))
        // Only names of the form are read, and a wrong value is rejected when the form is sent.
        setValue(name as Path<Values>, value as never)
    }
    const subscription = watch((values) => void tabStorage.setItem(key, JSON.stringify(values)))
    return () => subscription.unsubscribe()
  }, [getValues, setValue, watch, key])
  return () => tabStorage.removeItem(key)
}

function readStored(key: string, names: readonly string[]): Record<string, unknown> {
  try {
    const values: unknown = JSON.parse(tabStorage.getItem(key) ?? '{}')
    if (typeof values !== 'object' || values === null) return {}
    return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
  } catch {
    return {}
  }
}
