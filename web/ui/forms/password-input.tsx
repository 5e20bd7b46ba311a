import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { TextInput, type TextInputProps } from './text-input.tsx'

type PasswordInputProps = Omit<TextInputProps, 'type' | 'end'> & {
  autoComplete: 'current-password' | 'new-password'
  /** Accessible names of the button at the end, e.g. "Show password" and "Hide password". */
  revealLabel: string
  hideLabel: string
}

/** A password input with a button that reveals the password. */
export function PasswordInput({ revealLabel, hideLabel, disabled, ...rest }: PasswordInputProps) {
  const [isRevealed, setIsRevealed] = useState(false)
  return (
    <TextInput
      {...rest}
      disabled={disabled}
      type={isRevealed ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        <IconButton
          label={isRevealed ? hideLabel : revealLabel}
          size="sm"
          disabled={disabled}
          className="me-1"
          onClick={() => setIsRevealed(!isRevealed)}
        >
          {isRevealed ? <EyeOff /> : <Eye />}
        </IconButton>
      }
    />
  )
}
