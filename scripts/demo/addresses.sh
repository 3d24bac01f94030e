#!/usr/bin/env bash
# What to open, and who may sign in.
port=$1 data=$2
address() { printf '    %-52s %s\n' "http://$1.localhost:$port$2" "$3"; }
echo
echo "Qabul is running. Families' forms (add ?lng=ar for Arabic):"
address abq /enquiryform/abq 'application to a Gulf school: ages, fees, routes'
address vmsiihe /enquiry/vmsiihe 'hospitality college: marks, eligibility, hostel'
address rushmore /enquiry/form/rushmore 'study abroad: programmes ranked and explained'
address mogra /mogra/mograhr 'payroll customer'
address mogra /mogra/mograbills 'bills with mixed taxes'
address mogra /mogra/mograerp 'ERP modules and effort'
address abq /hr/form 'job application'
address abq /enquiry/new 'short enquiry, made of JSON alone'
echo
echo "Staff sign in at /sign-in on each host and find the submissions at /pre_admission:"
for school in abq vmsiihe rushmore mogra; do address "$school" /sign-in "$school's staff"; done
sed 's/^/    /' "$data/demo-passwords.txt"
echo
echo "Ctrl-C stops it."
