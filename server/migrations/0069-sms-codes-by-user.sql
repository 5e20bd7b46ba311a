-- The erasure of an account deletes its codes, for which it read all of them. Written by: debits.

create index sms_codes_by_user on sms_codes (user_id);
