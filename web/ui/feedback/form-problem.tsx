import { Alert } from './alert.tsx'

/** What is wrong with a form as a whole, announced at once; nothing where that is empty. */
export function FormProblem({ children }: { children: string | null | undefined }) {
  if (!children) return null
  return (
    <Alert tone="danger" isLive>
      {children}
    </Alert>
  )
}
