import * as contract from '#contract/operator/members/calls.ts'
import * as schemas from '#contract/operator/members/schemas.ts'
import type { AppContext } from '#server/context.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { adjustMemberCredits } from './adjust-credits.ts'
import { findMembers } from './find-members.ts'
import * as acts from './member-acts.ts'
import { resendMail } from './resend-mail.ts'
import { openLedger, openMember, readMessages } from './member-file.ts'

export function memberRoutes({ route }: Routes, context: AppContext) {
  route(contract.listMembers, schemas.listMembers, async ({ operator, query, read }) =>
    findMembers({ ...context, read }, { by: operator, ...query }),
  )

  route(contract.getMember, schemas.getMember, async ({ operator, params }) =>
    openMember(context, { by: operator, ...params }),
  )

  route(contract.listMemberLedger, schemas.listMemberLedger, async ({ operator, params, query: { before } }) =>
    openLedger(context, { by: operator, ...params, before }),
  )

  route(contract.readMemberMessages, schemas.readMemberMessages, async ({ operator, params, body }) =>
    readMessages(context, { by: operator, ...params, reason: body.reason, before: body.before }),
  )

  route(contract.correctMember, schemas.correctMember, async ({ operator, params, body }) => {
    await acts.correctMember(context, { by: operator, ...params, ...body })
    return null
  })

  route(contract.logMemberOut, schemas.logMemberOut, async ({ operator, params }) => {
    await acts.logMemberOut(context, { by: operator, ...params })
    return null
  })

  route(contract.resendMail, schemas.resendMail, async ({ operator, params, body }) => {
    await resendMail(context, { by: operator, ...params, mail: body })
    return null
  })

  route(contract.liftMailComplaint, schemas.liftMailComplaint, async ({ operator, params, body }) => {
    await acts.liftMailComplaint(context, { by: operator, ...params, ...body })
    return null
  })

  route(contract.pauseMember, schemas.pauseMember, async ({ operator, params }) => {
    await acts.pauseMember(context, { by: operator, ...params })
    return null
  })

  route(contract.resumeMember, schemas.resumeMember, async ({ operator, params }) => {
    await acts.resumeMember(context, { by: operator, ...params })
    return null
  })

  route(contract.exportMember, schemas.exportMember, async ({ operator, params }) => {
    await acts.exportMember(context, { by: operator, ...params })
    return null
  })

  route(contract.deleteMember, schemas.deleteMember, async ({ operator, params, body }) => {
    await acts.deleteMember(context, { by: operator, ...params, ...body })
    return null
  })

  route(contract.adjustMemberCredits, schemas.adjustMemberCredits, async ({ operator, params, body }) =>
    adjustMemberCredits(context, { by: operator, ...params, ...body }),
  )
}
