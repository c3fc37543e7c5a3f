-- Links of running email changes get the name of the code.
UPDATE "one_time_tokens" SET "type" = 'email_change_current' WHERE "type" = 'email_change_held';
