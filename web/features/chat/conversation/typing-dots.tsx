/** Three animated dots: the partner is typing. */
export function TypingDots({ label }: { label: string }) {
  return (
    <div role="status" className="mt-2 flex w-fit gap-1.5 rounded-lg rounded-es-sm bg-surface-muted px-4 py-4">
      <span className="sr-only">{label}</span>
      {[0, 150, 300].map((delayMs) => (
        <span
          key={delayMs}
          aria-hidden
          className="size-2 rounded-full bg-text-muted motion-safe:animate-bounce"
          style={{ animationDelay: `${delayMs}ms` }}
        />
      ))}
    </div>
  )
}
