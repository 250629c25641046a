filedesc://rye.arc 0.0.0.0 20240305100000 text/plain 66
1 0 Mill
URL IP-address Archive-date Content-type Archive-length

http://mill.example/rye 1.2.3.4 20240305100000 text/html 100000000000000000000
HTTP/1.1 200 OK
Content-Type: text/html

<p>Oats are sown
