-- A key of known devices that stays when a log-in replaces the token of the device. Written by: accounts.

-- failures on the device are counted under it
alter table devices add column id bigint generated always as identity;
