/**
 * SQL: the reference under which the owner of a photo reads why a decision in force removed it; null without
 * one, and after the retention of the case. `photos`: alias of the table.
 */
export function statementOfPhotoText(photos: string) {
  return `case when ${photos}.status = 'rejected' then (
    select p.reference
    from moderation_cases c
    join moderation_parties p on p.case_id = c.id and p.role = 'subject' and p.user_id = c.subject_id
    where c.subject_id = ${photos}.user_id and c.violation is not null and c.reversed_at is null
      and c.content = jsonb_build_object('type', 'photo', 'photoId', ${photos}.public_id)
    order by c.decided_at desc
    limit 1
  ) end`
}

/** SQL: whether a report has the site's copy of a reported photo or voice message. `report`: alias. */
export function hasCopyText(report: string) {
  return `(${report}.target = 'photo' or coalesce(${report}.message_copy ->> 'kind' in ('photo', 'voice'), false))`
}

/** SQL: whether an attachment is that copy: the first one of its report; all others are the reporter's. */
export function isCopyText({ attachment, report }: { attachment: string; report: string }) {
  return `(${hasCopyText(report)} and ${attachment}.id = (
    select min(first.id) from report_attachments first where first.report_id = ${report}.id
  ))`
}
