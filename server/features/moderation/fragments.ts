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
