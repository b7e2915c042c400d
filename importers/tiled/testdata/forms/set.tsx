<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.12" name="set" class="Ground" tilewidth="10" tileheight="16" tilecount="4" columns="4" margin="1" spacing="2" tilerendersize="grid" fillmode="preserve-aspect-fit">
 <tileoffset x="1" y="-2"/><image source="tiles.png" width="128" height="40" trans="#010203"/>
 <tile id="0"><objectgroup><properties><property name="old" value="1"/></properties><object id="1" x="0" y="0" width="10" height="16"/></objectgroup></tile>
 <tile id="1" type="slope"><animation><frame tileid="2" duration="100"/><frame tileid="1" duration="100"/></animation><objectgroup><object id="1" x="0" y="0"><polygon points="0,0 10,16 0,16"/></object><object id="2" x="5" y="5" width="4" height="4"><ellipse/></object></objectgroup></tile>
</tileset>
