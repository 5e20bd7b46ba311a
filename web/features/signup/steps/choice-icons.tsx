import CalendarHeart from 'lucide-react/icons/calendar-heart'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import Compass from 'lucide-react/icons/compass'
import Heart from 'lucide-react/icons/heart'
import HeartHandshake from 'lucide-react/icons/heart-handshake'
import MessageCircle from 'lucide-react/icons/message-circle'
import Sparkles from 'lucide-react/icons/sparkles'
import Users from 'lucide-react/icons/users'
import type { ReactNode } from 'react'
import type { profileChoices, ProfileChoice } from '#contract/profiles/profile-fields.ts'

type Icons = { [Name in ProfileChoice]?: Record<(typeof profileChoices)[Name][number], ReactNode> }

/** What members hope for. The other choices are about looks and papers, which no icon says better. */
const icons: Icons = {
  intention: {
    long_term: <Heart />,
    long_term_open: <HeartHandshake />,
    casual: <Sparkles />,
    friends: <Users />,
    unsure: <CircleHelp />,
  },
  reason: {
    relationship: <Heart />,
    dating: <CalendarHeart />,
    friendship: <Users />,
    chatting: <MessageCircle />,
    adventure: <Compass />,
  },
}

/** Returns the icon of a value on its card, if the choice has icons. */
export function choiceIcon(name: ProfileChoice, value: string) {
  return (icons[name] as Record<string, ReactNode> | undefined)?.[value]
}
