-- enqueue_many gets the name of a queue: functions/queue.sql has its new form.
drop function if exists public.enqueue_many(text, json[], text[], int);
